import type { ReviewDetail } from '../../../contract/declaration.ts'
import { stepModes } from '../../../contract/declaration/states.ts'
import { StatusTag } from '../../kit/status-tag.tsx'
import css from './review.module.css'

/** Who signs this step, who has signed, whose turn it is, and in whose name the reader would sign. */
export function SigningNote({ signing: s, mayPass }: { signing: ReviewDetail['signing']; mayPass: boolean }) {
  if (!s) return null
  return (
    <>
      <p>本环节：{s.stepName}</p>
      {s.offices.length > 0 && (
        <div className={css.signing} role="group" aria-label="签署情况">
          <strong>{stepModes[s.mode]}</strong>
          {s.mode === 'any' && <span className={css.note}>任一部门签署即可</span>}
          <ol>
            {s.offices.map((o) => (
              <li key={o.id}>
                {o.name}{' '}
                <StatusTag tone={o.signed ? 'done' : o.due ? 'running' : 'waiting'}>
                  {o.signed ? '已签署' : o.due ? '待签署' : '尚未轮到'}
                </StatusTag>
              </li>
            ))}
          </ol>
        </div>
      )}
      {mayPass && s.behalf && <p>您受 {s.behalf} 委托，以其名义审核。</p>}
      {mayPass && !s.last && <p className={css.note}>{s.mode === 'two' ? '您通过后，还需另一人复核。' : '您通过后，还需其他部门签署。'}</p>}
    </>
  )
}
