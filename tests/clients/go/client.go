// SPDX-License-Identifier: MIT OR Apache-2.0

// usage: client ADDRESS GOLDEN-DIR OUT-DIR
//
// Asks a daemon with 2 KiB development parameters as Curio does: the same dial options, a Prove
// with a deadline for each proof, GetStatus for what is pending. Proofs are written to
// OUT-DIR/KIND.proof, for others to verify. messages.go has the messages a second time, by their
// field numbers, so that a slip in ours would show.
package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

var (
	conn *grpc.ClientConn
	out  string
	tag  = fmt.Sprintf("go-%d-%d", os.Getpid(), time.Now().UnixNano())
	next int
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "FAILED ", err)
		os.Exit(1)
	}
}

func check(holds bool, format string, args ...interface{}) {
	if !holds {
		must(fmt.Errorf(format, args...))
	}
}

func id() string {
	next++
	return fmt.Sprintf("%s-%d", tag, next)
}

// Curio's, in words of this version of the package.
func dial(address string) *grpc.ClientConn {
	target := address
	if !strings.Contains(target, "://") && !strings.HasPrefix(target, "unix:") {
		target = "dns:///" + target
	}
	c, err := grpc.Dial(target, grpc.WithInsecure(), grpc.WithDefaultCallOptions(
		grpc.MaxCallRecvMsgSize(256<<20), grpc.MaxCallSendMsgSize(256<<20)))
	must(err)
	return c
}

func call(timeout time.Duration, method string, request, answer interface{}) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	return conn.Invoke(ctx, "/cuzk.v1.ProvingEngine/"+method, request, answer)
}

func fails(err error, code codes.Code, text string) {
	s, _ := status.FromError(err)
	check(s.Code() == code && strings.Contains(s.Message(), text),
		"%v instead of %v, %q", err, code, text)
}

func prove(request *SubmitProofRequest) []byte {
	answer := new(ProveResponse)
	must(call(2*time.Minute, "Prove", &ProveRequest{Submit: request}, answer))
	r := answer.Result
	check(r != nil && r.Status == completed, "%s: %v", request.RequestId, r)
	check(r.JobId == request.RequestId && r.TotalMs > 0, "%v", r)
	return r.Proof
}

// -- what is proved --

func read(golden, name string) []byte {
	data, err := os.ReadFile(filepath.Join(golden, name))
	must(err)
	return data
}

func items(golden, name string) (list [][]byte) {
	must(json.Unmarshal(read(golden, name), &list))
	return list
}

func unhex(text string) []byte {
	data, err := hex.DecodeString(text)
	must(err)
	return data
}

var randomness = unhex("79e99659ee9b2e5eb90b15c4c845ffabb94ada44f0a902289034aeabfd1d763b")

func inputs(golden string) map[string]func() *SubmitProofRequest {
	return map[string]func() *SubmitProofRequest{
		"porep": func() *SubmitProofRequest {
			return &SubmitProofRequest{RequestId: id(), ProofKind: 1, SectorSize: 2048, SectorNumber: 1,
				MinerId: 1000, VanillaProof: read(golden, "seal-2k/c1-curio.json")}
		},
		"update": func() *SubmitProofRequest {
			return &SubmitProofRequest{RequestId: id(), ProofKind: 2, SectorSize: 2048,
				VanillaProofs: items(golden, "update-2k/vanilla.json"),
				CommROld:      unhex("d3f69b478cce07df6fc2a0cfed1afd70e149b2c3aaed2843513b9155b8ba260f"),
				CommRNew:      unhex("87c92e03f8327a9efb2c42fdcb301d7f56a16e488cd444776130c55e95e2bf1d"),
				CommDNew:      unhex("5b995f231d5f693296fb019d6a3213aed81e1cbb5da68a40d39b660b4ec48008")}
		},
		"window": func() *SubmitProofRequest {
			return &SubmitProofRequest{RequestId: id(), ProofKind: 3, SectorSize: 2048,
				RegisteredProof: 10, Randomness: randomness, PartitionIndex: 3,
				VanillaProofs: items(golden, "window-2k/vanilla.json")}
		},
		"winning": func() *SubmitProofRequest {
			return &SubmitProofRequest{RequestId: id(), ProofKind: 4, SectorSize: 2048,
				Randomness: randomness, VanillaProofs: items(golden, "winning-2k/vanilla.json")}
		},
	}
}

// -- tests --

func pending() (n uint32) {
	answer := new(GetStatusResponse)
	must(call(5*time.Second, "GetStatus", new(Empty), answer))
	for _, q := range answer.Queues {
		n += q.Pending + q.InProgress
	}
	return n
}

// All at once on one connection; those that take long on the socket alone: Curio's default.
func everyKind(input map[string]func() *SubmitProofRequest, onSocket bool) {
	var all sync.WaitGroup
	for kind, make := range input {
		if !onSocket && kind != "winning" {
			continue
		}
		kind, request := kind, make()
		all.Add(1)
		go func() {
			defer all.Done()
			must(os.WriteFile(filepath.Join(out, kind+".proof"), prove(request), 0o644))
		}()
	}
	all.Wait()
	check(pending() == 0, "%d are pending", pending())
}

// A retry after a lost answer is not proved twice.
func submitted(input map[string]func() *SubmitProofRequest) {
	request, answer := input["winning"](), new(SubmitProofResponse)
	must(call(5*time.Second, "SubmitProof", request, answer))
	check(answer.JobId == request.RequestId, "%v", answer)
	waited := new(AwaitProofResponse)
	must(call(time.Minute, "AwaitProof", &AwaitProofRequest{JobId: request.RequestId}, waited))
	check(waited.Status == completed, "%v", waited)
	check(bytes.Equal(prove(request), waited.Proof), "proved twice")
}

func deadlines(input map[string]func() *SubmitProofRequest) {
	request := input["porep"]()
	job := &AwaitProofRequest{JobId: request.RequestId}
	must(call(5*time.Second, "SubmitProof", request, new(SubmitProofResponse)))
	waited := new(AwaitProofResponse)
	fails(call(50*time.Millisecond, "AwaitProof", job, waited), codes.DeadlineExceeded, "")
	briefly := &AwaitProofRequest{JobId: job.JobId, TimeoutMs: 20}
	must(call(5*time.Second, "AwaitProof", briefly, waited))
	check(waited.Status == timedOut, "%v", waited)
	check(pending() == 1, "%d are pending", pending())

	begin, cancelled := time.Now(), new(CancelProofResponse)
	must(call(5*time.Second, "CancelProof", job, cancelled))
	check(cancelled.WasRunning, "it does not run")
	must(call(5*time.Second, "AwaitProof", job, waited))
	check(waited.Status == stopped, "%v", waited)
	check(time.Since(begin) < time.Second, "%v to cancel", time.Since(begin))
}

// What Curio would see of its own mistakes.
func refused() {
	fails(call(time.Second, "Prove", new(ProveRequest), new(ProveResponse)),
		codes.InvalidArgument, "missing submit field")
	kindless := &SubmitProofRequest{RequestId: id()}
	fails(call(time.Second, "SubmitProof", kindless, new(SubmitProofResponse)),
		codes.InvalidArgument, "invalid proof_kind: 0")
	nobody := &AwaitProofRequest{JobId: "none"}
	fails(call(time.Second, "AwaitProof", nobody, new(AwaitProofResponse)),
		codes.NotFound, "job not found")
	// More than the 4 MiB that the package allows by itself. That there is no proof is an answer.
	large := &SubmitProofRequest{RequestId: id(), ProofKind: 1, SectorSize: 2048,
		VanillaProof: make([]byte, 8<<20)}
	answer := new(ProveResponse)
	must(call(time.Minute, "Prove", &ProveRequest{Submit: large}, answer))
	check(answer.Result.Status == failed && answer.Result.ErrorMessage != "", "%v", answer)
}

func healthy() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	health := grpc_health_v1.NewHealthClient(conn)
	engine := &grpc_health_v1.HealthCheckRequest{Service: "cuzk.v1.ProvingEngine"}
	answer, err := health.Check(ctx, engine)
	must(err)
	check(answer.Status == grpc_health_v1.HealthCheckResponse_SERVING, "%v", answer)
	watch, err := health.Watch(ctx, new(grpc_health_v1.HealthCheckRequest))
	must(err)
	answer, err = watch.Recv()
	must(err)
	check(answer.Status == grpc_health_v1.HealthCheckResponse_SERVING, "%v", answer)
}

func main() {
	address := os.Args[1]
	input := inputs(os.Args[2])
	out = os.Args[3]
	conn = dial(address)
	defer conn.Close()
	for _, test := range []struct {
		name string
		run  func()
	}{
		{"every kind", func() { everyKind(input, strings.HasPrefix(address, "unix:")) }},
		{"submitted and awaited", func() { submitted(input) }},
		{"deadlines and a cancelled job", func() { deadlines(input) }},
		{"what is wrong is refused", refused},
		{"health", healthy},
	} {
		begin := time.Now()
		test.run()
		fmt.Printf("ok      %s (%d ms)\n", test.name, time.Since(begin).Milliseconds())
	}
	fmt.Printf("grpc-go %s, %s\n", grpc.Version, address)
}
