import { inFen, inWan } from '../../../contract/money.ts'
import { wan } from '../../kit/money.ts'

/** What is asked before a budget is saved that is lower than the sums approved and paid; null: nothing. All sums in 万元. */
export function budgetQuestion(
  budget: number,
  { approved, paid }: { approved: number; paid: number },
): { title: string; content: string } | null {
  const short = inFen(approved) + inFen(paid) - inFen(budget)
  if (short <= 0) return null
  return {
    title: '预算低于已通过和已拨付的补贴，仍然保存？',
    content: `已通过 ${wan(approved)}，已拨付 ${wan(paid)}，预算少 ${wan(inWan(short))}，保存后余额为负。`,
  }
}
