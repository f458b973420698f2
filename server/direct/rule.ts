import { isPriced } from '../../contract/rule/priced.ts'
import { today } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { ruleLines } from '../matching/index.ts'
import { publishedRules, ruleOrigins, type RuleRow } from '../policy/index.ts'
import { hashOf, type Basis } from './evidence.ts'

/** Why the money of a policy cannot be given without a decision by a person (no conditions, no sum, competitive …); null when it can. */
function shortcoming(row: RuleRow): string | null {
  const { conditions, benefits, competitive, allocation } = row.rule
  if (row.sample) return '公开文件样例不是本县政策，不能据此发放'
  if (ruleLines(conditions).length === 0) return '这项政策的规则没有条件'
  if (competitive) return '择优支持的政策不能免申即享'
  if (allocation) return '多家申报时要按预算、名额或排名分配的政策，不能免申即享'
  if (benefits.some((b) => b.kind === 'negotiated')) return '一事一议的政策由主管部门议定金额，不能免申即享'
  if (!benefits.some(isPriced)) return '这项政策的规则没有可计算的金额'
  if (benefits.some((b) => b.upperBound)) return '这项政策的金额只有上限，无法逐户确定'
  return null
}

/** The rule that decides a list: the version in force on that date. Throws at the field when the policy is not published or not suited. */
export async function basisOf(k: Kernel, db: Db, policyId: number, asOf: string): Promise<Basis> {
  if (asOf > today(k.clock)) throw invalidField('asOf', '基准日不能晚于今天')
  const [row] = await publishedRules(db, [policyId], asOf)
  if (!row) throw invalidField('policyId', '政策不存在或没有发布')
  const short = shortcoming(row)
  if (short) throw invalidField('policyId', short)
  if ((row.applyFrom && asOf < row.applyFrom) || (row.applyTo && asOf > row.applyTo))
    throw invalidField('asOf', `基准日不在政策的办理期内（${row.applyFrom ?? '不限'} 至 ${row.applyTo ?? '不限'}）`)
  const { version } = (await ruleOrigins(db, [policyId], asOf)).get(policyId)!
  return { row, asOf, ruleVersion: version, ruleHash: hashOf(row.rule) }
}
