import type { OpenMatter } from '../../../contract/account-data.ts'
import { localTime } from '../../kit/date/local-time.ts'

/** What is still under way for an account that is about to be closed; closing does not end it, and then nobody can look after it. */
export function OpenMatters({ open }: { open: readonly OpenMatter[] }) {
  if (open.length === 0) return null
  return (
    <>
      <p>还在办理的事项不会因注销而终止，注销后您不能再查看、补正或答复：</p>
      <ul>
        {open.map(({ title, count, deadline, to }) => (
          <li key={title}>
            <a href={to} target="_blank" rel="noreferrer">
              {title}
            </a>{' '}
            <span className="num">{count}</span> 件{deadline && `，最早须在 ${localTime(deadline)} 前办理`}
          </li>
        ))}
      </ul>
    </>
  )
}
