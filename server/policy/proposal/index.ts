import type { ProposalMove } from '../../../contract/policy/proposal-codes.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { changing } from '../change.ts'
import { moveProposal } from './move.ts'

export const moveOneProposal = (
  k: Kernel,
  call: Call,
  { action, opinion, ...one }: { id: number; version: number; action: ProposalMove; opinion?: string | null | undefined },
) => changing(k, (db) => moveProposal(db, k, call, action, one, opinion || null))
