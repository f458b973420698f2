import { authStatuses } from '../../contract/company.ts'
import { deskVerdicts, groundKinds, type DeskVerdict, type ReviewGround } from '../../contract/declaration/ground.ts'
import type { DeclarationRecord } from './queries.ts'

/** The verdict as the desk shows it: without consent nothing was checked. */
export const verdictOf = (row: Pick<DeclarationRecord, 'verdict' | 'auth_status'>): DeskVerdict =>
  row.auth_status === authStatuses.granted ? (row.verdict ?? 'none') : 'unchecked'

/** The ground as the staff timeline shows it. */
export const groundWords = ({ verdict, ground }: { verdict: DeskVerdict | null; ground: ReviewGround | null }): string | null =>
  ground
  && `核对结论“${deskVerdicts[verdict ?? 'none']}”，依据：${groundKinds[ground.kind].label}${ground.about ? `（${ground.about}）` : ''}。${ground.words}`
