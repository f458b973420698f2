import type { OpenMatter } from '../../../contract/account-data.ts'
import { localTime } from '../../kit/date/local-time.ts'

/** What is still under way for an account that is about to be closed: what goes on without the person, and what ends or changes hands. */
export function OpenMatters({ open }: { open: readonly OpenMatter[] }) {
  const goesOn = open.filter(({ atClosing }) => !atClosing)
  const ends = open.filter(({ atClosing }) => atClosing)
  return (
    <>
      {goesOn.length > 0 && (
        <>
          <p>还在办理的事项不会因注销而终止，注销后您不能再查看、补正或答复：</p>
          <Matters of={goesOn} />
        </>
      )}
      {ends.length > 0 && (
        <>
          <p>以下事项在注销时这样处理：</p>
          <Matters of={ends} />
        </>
      )}
    </>
  )
}

const Matters = ({ of }: { of: readonly OpenMatter[] }) => (
  <ul>
    {of.map(({ title, count, deadline, to, atClosing }) => (
      <li key={title}>
        <a className="in-text" href={to} target="_blank" rel="noreferrer">
          {title}
        </a>{' '}
        <span className="num">{count}</span> 件{deadline && `，最早须在 ${localTime(deadline)} 前办理`}
        {atClosing && `：${atClosing}`}
      </li>
    ))}
  </ul>
)
