import { useQuery } from '@tanstack/react-query'
import type { Archive } from '../../../contract/company.ts'
import { report } from '../../../contract/matching/report.ts'
import { call } from '../../api.ts'
import { showNumber } from '../../kit/form/values.ts'
import css from './enterprise-archive.module.css'
import { unlocksOf } from './unlocks.ts'

/** Suggests the few blank fields that would decide policies whose verdict is open. Without such fields it renders nothing. */
export function ArchiveUnlocks({ archive, onGo }: { archive: Archive; onGo: (key: string, group: string) => void }) {
  const { data } = useQuery({
    // A saved archive has a new version and so a new result.
    queryKey: ['archive', 'unlocks', archive.version],
    queryFn: () => call(report.medicalReport, { body: {} }, { silent: true }),
    staleTime: 60_000,
    retry: false,
  })
  if (!data) return null
  const groupOf = new Map(
    archive.groups.flatMap((g) => g.fields.flatMap((f) => (f.editable && f.value === null ? [[f.key, g.group] as const] : []))),
  )
  const { fields, policies, most } = unlocksOf(data.unknown, new Set(groupOf.keys()))
  if (policies === 0) return null
  return (
    <div className={css.unlocks}>
      <p>
        <strong>
          再填 {fields.length} 项，多看清 {policies} 项政策
        </strong>
        {most > 0 && `，最多 ${showNumber(most)} 万元`}
      </p>
      <ul>
        {fields.map(({ key, label }) => (
          <li key={key}>
            <button type="button" onClick={() => onGo(key, groupOf.get(key)!)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
