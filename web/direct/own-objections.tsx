import { objectionStatus } from '../../contract/passing.ts'
import type { DirectObjection } from '../../contract/direct.ts'
import { StatusTag } from '../kit/status-tag.tsx'
import css from './direct.module.css'
import { aboutOf } from './words.ts'

/** The company's objections, with the replies. */
export function OwnObjections({ list }: { list: readonly DirectObjection[] }) {
  if (list.length === 0) return null
  return (
    <>
      <h4>我的异议</h4>
      <ul className={css.objections}>
        {list.map((o) => (
          <li key={o.id}>
            <p className={css.line}>
              <StatusTag tone={objectionStatus(o.state).tone}>{objectionStatus(o.state).label}</StatusTag>
              {o.rowId === null || o.own ? aboutOf(o) : `针对 ${aboutOf(o)}`}
            </p>
            <p>{o.content}</p>
            {o.reply && <p className="meta">答复：{o.reply}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}
