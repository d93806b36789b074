# SPDX-License-Identifier: MIT OR Apache-2.0
"""Seals a sector of 2 KiB, always the same, satisfies its circuit with it, and compares the public
inputs. It takes minutes and some GB."""
import circuits
from r1cs import CS, R, fingerprint
from seal import (Graph, Tree, challenges, hash_poseidon, hash_sha, labels, replica_id, to_fr,
                  to_node)


class Sector:
    def __init__(self, nodes, base, sub, top, layers, porep_id, prover, sector, ticket, data):
        """data: nodes of 32 bytes."""
        self.layers = layers
        self.graph = Graph(nodes, porep_id)
        self.tree_d = Tree(data, [2] * (nodes.bit_length() - 1), hash_sha)
        self.comm_d = self.tree_d.root
        self.replica_id = replica_id(prover, sector, ticket, self.comm_d, porep_id)
        self.labels = labels(self.graph, self.replica_id, layers)
        self.columns = list(zip(*self.labels))
        shape = circuits.path_shape(nodes, base, sub, top)
        self.tree_c = Tree([hash_poseidon(c) for c in self.columns], shape, hash_poseidon)
        replica = [to_node((to_fr(key) + to_fr(d)) % R) for key, d in zip(self.labels[-1], data)]
        self.tree_r_last = Tree(replica, shape, hash_poseidon)
        self.comm_r = hash_poseidon([self.tree_c.root, self.tree_r_last.root])


def all_parents(graph, node):
    return graph.parents(node) + graph.exp_parents(node)


def public_inputs(sector, challenged):
    out = [to_fr(sector.replica_id), to_fr(sector.comm_d), to_fr(sector.comm_r)]
    for c in challenged:
        out += [c] + all_parents(sector.graph, c) + [c, c, c]
    return out


class Witness:
    """What circuits.stacked asks for, of a sector."""

    def __init__(self, sector, challenged):
        self.sector, self.layers, self.challenges = sector, sector.layers, challenged
        self.trees = {"data": sector.tree_d, "columns": sector.tree_c,
                      "replica": sector.tree_r_last}

    def element(self, name, challenge=None):
        s = self.sector
        return to_fr({"replica_id": lambda: s.replica_id,
                      "comm_d": lambda: s.comm_d,
                      "comm_r": lambda: s.comm_r,
                      "comm_r_last": lambda: s.tree_r_last.root,
                      "comm_c": lambda: s.tree_c.root,
                      "data": lambda: s.tree_d.rows[0][challenge]}[name]())

    def parents(self, challenge):
        return all_parents(self.sector.graph, challenge)

    def column(self, node):
        return [to_fr(v) for v in self.sector.columns[node]]

    def path(self, tree, node):
        return [(arity, place, [to_fr(x) for x in siblings])
                for arity, place, siblings in self.trees[tree].path(node)]

    def node_bits(self, challenge):
        return [challenge >> i & 1 for i in range(circuits.NODE_BITS)]


def sample():
    """(a sector of 2 KiB, its two challenges), always the same."""
    nodes, porep_id = 64, (5).to_bytes(8, "little") + bytes(24)
    sector = Sector(nodes, 8, 0, 0, 2, porep_id, bytes([7]) * 32, 1, bytes([1]) * 32,
                    [to_node(i) for i in range(nodes)])
    return sector, challenges(nodes, sector.replica_id, bytes([2]) * 32, 2, 0)


def main():
    sector, challenged = sample()
    graph = sector.graph
    print("replica_id", sector.replica_id.hex())
    print("comm_d", sector.comm_d.hex())
    print("comm_c", sector.tree_c.root.hex())
    print("comm_r_last", sector.tree_r_last.root.hex())
    print("comm_r", sector.comm_r.hex())
    print("challenges", challenged)
    print("drg_seed", graph.seed.hex(), "feistel", [hex(k) for k in graph.keys])
    for node in (1, 2, 3, 63):
        print("parents", node, graph.parents(node), graph.exp_parents(node))
    print("label[1][0]", sector.labels[0][0].hex(), "label[2][63]", sector.labels[1][63].hex())
    cs = CS(record=True)
    circuits.stacked(cs, Witness(sector, challenged))
    inputs = public_inputs(sector, challenged)
    print(cs.stats())
    print("inputs match", cs.inp[1:] == inputs, "unsat", len(cs.bad))
    print("fingerprint", fingerprint(cs))
    print("public inputs", inputs[3:])


if __name__ == "__main__":
    main()
