import { useSearchParams } from 'react-router'
import type { PolicyListItem } from '../../../contract/policy.ts'
import type { SaidVerdict } from '../../../contract/matching/said-facts.ts'
import { withQuery } from '../../shell/address.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { PolicyItem } from './policy-item.tsx'
import styles from './found-list.module.css'

// Most questions need no note on their interpretation.
const ReadAs = lazyPart(() => import('./read-as.tsx').then((m) => m.ReadAs))
const SaidJudgement = lazyPart(() => import('./said-facts.tsx').then((m) => m.SaidJudgement))

interface Props {
  /** address of the list, for searching the words as typed */
  path: string
  /** `words` are highlighted in title, summary and passage */
  found: {
    list: readonly PolicyListItem[]
    asked?: string | undefined
    searched?: string | undefined
    words?: readonly string[] | undefined
    missing?: readonly string[] | undefined
    nowhere?: string | undefined
  }
  /** the meaning of the question's facts for a policy, by id */
  verdicts?: Readonly<Record<string, SaidVerdict>> | undefined
  /** shown when there is no certain answer */
  unsure?: React.ReactNode
  /** link of a policy, when it is not its usual page */
  to?: string
}

/** Policies found by a search: corrections are shown, and uncertain hits are listed separately at the end. */
export function FoundList({ path, found, verdicts = {}, unsure, to }: Props) {
  const [params] = useSearchParams()
  const items = (maybe: boolean) => found.list.filter((item) => (item.maybe ?? false) === maybe)
  const rows = (list: readonly PolicyListItem[]) => (
    <ul>
      {list.map((item) => (
        <PolicyItem key={item.id} item={item} words={found.words ?? []} {...(to ? { to } : {})}>
          {verdicts[item.id] && <SaidJudgement judged={verdicts[item.id]!} />}
        </PolicyItem>
      ))}
    </ul>
  )
  const [sure, maybe] = [items(false), items(true)]
  const missing = sure.length > 0 || !unsure ? found.missing : undefined
  return (
    <>
      {(found.asked || missing || found.nowhere) && (
        <ReadAs found={found} missing={missing} exactly={withQuery(path, params, { exact: 'true' })} />
      )}
      {sure.length > 0 && rows(sure)}
      {sure.length === 0 && unsure}
      {maybe.length > 0 && (
        <section aria-labelledby="maybe-found">
          <h3 id="maybe-found" className={styles.maybe}>
            可能相关
          </h3>
          {rows(maybe)}
        </section>
      )}
    </>
  )
}
