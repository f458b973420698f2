import type { ReactNode } from 'react'
import { DATE_FORMAT_2 } from '../../contract/constants.ts'
import { showDate } from './date/date-format.ts'
import type { Tone } from './form/fields.ts'
import { StatusTag } from './status-tag.tsx'
import css from './timeline.module.css'

export interface TimelineEntry {
  at: string
  who?: string | null
  tone: Tone
  title: string
  /** reason, opinion */
  text?: string | null
  /** fields that changed: before and after */
  changes?: readonly { label: string; before: string; after: string }[]
  more?: ReactNode
}

/** Who did what and when, in the given order; changed fields side by side (ux.md §1.1 Audit trail). */
export const Timeline = ({ entries, label = '办理过程' }: { entries: readonly TimelineEntry[]; label?: string }) => (
  <ol className={css.line} aria-label={label}>
    {entries.map((e, i) => (
      <li key={i}>
        <div className={css.head}>
          <StatusTag tone={e.tone}>{e.title}</StatusTag>
          {e.who && <span>{e.who}</span>}
          <time dateTime={e.at}>{showDate(e.at, DATE_FORMAT_2)}</time>
        </div>
        {e.text && <p>{e.text}</p>}
        {e.changes && e.changes.length > 0 && (
          <dl>
            {e.changes.map((c) => (
              <div key={c.label}>
                <dt>{c.label}</dt>
                <dd>
                  <del>{c.before}</del> → <ins>{c.after}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {e.more}
      </li>
    ))}
  </ol>
)
