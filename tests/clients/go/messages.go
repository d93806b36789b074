// SPDX-License-Identifier: MIT OR Apache-2.0

package main

import "github.com/golang/protobuf/proto"

// AwaitProofResponse.Status
const (
	completed = 1
	failed    = 2
	stopped   = 3
	timedOut  = 4
)

type Empty struct{}

type SubmitProofRequest struct {
	RequestId       string   `protobuf:"bytes,1,opt,name=request_id,proto3"`
	ProofKind       int32    `protobuf:"varint,2,opt,name=proof_kind,proto3"`
	SectorSize      uint64   `protobuf:"varint,3,opt,name=sector_size,proto3"`
	RegisteredProof uint64   `protobuf:"varint,4,opt,name=registered_proof,proto3"`
	Priority        int32    `protobuf:"varint,5,opt,name=priority,proto3"`
	VanillaProof    []byte   `protobuf:"bytes,10,opt,name=vanilla_proof,proto3"`
	VanillaProofs   [][]byte `protobuf:"bytes,11,rep,name=vanilla_proofs,proto3"`
	SectorNumber    uint64   `protobuf:"varint,20,opt,name=sector_number,proto3"`
	MinerId         uint64   `protobuf:"varint,21,opt,name=miner_id,proto3"`
	Randomness      []byte   `protobuf:"bytes,22,opt,name=randomness,proto3"`
	PartitionIndex  uint32   `protobuf:"varint,23,opt,name=partition_index,proto3"`
	CommROld        []byte   `protobuf:"bytes,30,opt,name=comm_r_old,proto3"`
	CommRNew        []byte   `protobuf:"bytes,31,opt,name=comm_r_new,proto3"`
	CommDNew        []byte   `protobuf:"bytes,32,opt,name=comm_d_new,proto3"`
}

type SubmitProofResponse struct {
	JobId         string `protobuf:"bytes,1,opt,name=job_id,proto3"`
	QueuePosition uint32 `protobuf:"varint,2,opt,name=queue_position,proto3"`
	AssignedGpu   string `protobuf:"bytes,3,opt,name=assigned_gpu,proto3"`
}

// Also what CancelProof asks.
type AwaitProofRequest struct {
	JobId     string `protobuf:"bytes,1,opt,name=job_id,proto3"`
	TimeoutMs uint64 `protobuf:"varint,2,opt,name=timeout_ms,proto3"`
}

type AwaitProofResponse struct {
	JobId        string `protobuf:"bytes,1,opt,name=job_id,proto3"`
	Status       int32  `protobuf:"varint,2,opt,name=status,proto3"`
	Proof        []byte `protobuf:"bytes,3,opt,name=proof,proto3"`
	ErrorMessage string `protobuf:"bytes,4,opt,name=error_message,proto3"`
	QueueWaitMs  uint64 `protobuf:"varint,10,opt,name=queue_wait_ms,proto3"`
	SrsLoadMs    uint64 `protobuf:"varint,11,opt,name=srs_load_ms,proto3"`
	SynthesisMs  uint64 `protobuf:"varint,12,opt,name=synthesis_ms,proto3"`
	GpuComputeMs uint64 `protobuf:"varint,13,opt,name=gpu_compute_ms,proto3"`
	TotalMs      uint64 `protobuf:"varint,14,opt,name=total_ms,proto3"`
}

type ProveRequest struct {
	Submit *SubmitProofRequest `protobuf:"bytes,1,opt,name=submit,proto3"`
}

type ProveResponse struct {
	Result *AwaitProofResponse `protobuf:"bytes,1,opt,name=result,proto3"`
}

type CancelProofResponse struct {
	WasRunning bool `protobuf:"varint,1,opt,name=was_running,proto3"`
}

type QueueStatus struct {
	ProofKind  string `protobuf:"bytes,1,opt,name=proof_kind,proto3"`
	Pending    uint32 `protobuf:"varint,2,opt,name=pending,proto3"`
	InProgress uint32 `protobuf:"varint,3,opt,name=in_progress,proto3"`
}

// Of it, what is looked at.
type GetStatusResponse struct {
	Queues         []*QueueStatus `protobuf:"bytes,3,rep,name=queues,proto3"`
	TotalCompleted uint64         `protobuf:"varint,4,opt,name=total_proofs_completed,proto3"`
}

func (m *Empty) Reset()                       { *m = Empty{} }
func (m *Empty) String() string               { return proto.CompactTextString(m) }
func (*Empty) ProtoMessage()                  {}
func (m *SubmitProofRequest) Reset()          { *m = SubmitProofRequest{} }
func (m *SubmitProofRequest) String() string  { return proto.CompactTextString(m) }
func (*SubmitProofRequest) ProtoMessage()     {}
func (m *SubmitProofResponse) Reset()         { *m = SubmitProofResponse{} }
func (m *SubmitProofResponse) String() string { return proto.CompactTextString(m) }
func (*SubmitProofResponse) ProtoMessage()    {}
func (m *AwaitProofRequest) Reset()           { *m = AwaitProofRequest{} }
func (m *AwaitProofRequest) String() string   { return proto.CompactTextString(m) }
func (*AwaitProofRequest) ProtoMessage()      {}
func (m *AwaitProofResponse) Reset()          { *m = AwaitProofResponse{} }
func (m *AwaitProofResponse) String() string  { return proto.CompactTextString(m) }
func (*AwaitProofResponse) ProtoMessage()     {}
func (m *ProveRequest) Reset()                { *m = ProveRequest{} }
func (m *ProveRequest) String() string        { return proto.CompactTextString(m) }
func (*ProveRequest) ProtoMessage()           {}
func (m *ProveResponse) Reset()               { *m = ProveResponse{} }
func (m *ProveResponse) String() string       { return proto.CompactTextString(m) }
func (*ProveResponse) ProtoMessage()          {}
func (m *CancelProofResponse) Reset()         { *m = CancelProofResponse{} }
func (m *CancelProofResponse) String() string { return proto.CompactTextString(m) }
func (*CancelProofResponse) ProtoMessage()    {}
func (m *QueueStatus) Reset()                 { *m = QueueStatus{} }
func (m *QueueStatus) String() string         { return proto.CompactTextString(m) }
func (*QueueStatus) ProtoMessage()            {}
func (m *GetStatusResponse) Reset()           { *m = GetStatusResponse{} }
func (m *GetStatusResponse) String() string   { return proto.CompactTextString(m) }
func (*GetStatusResponse) ProtoMessage()      {}
