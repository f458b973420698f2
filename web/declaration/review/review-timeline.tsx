import type { TimelineEntry } from '../../../contract/declaration.ts'
import { toneOfMove } from '../../../contract/declaration/process-words.ts'
import { Timeline } from '../../kit/timeline.tsx'
import { ToldButton } from '../../kit/told.tsx'
import { localTime } from '../../kit/date/local-time.ts'
import css from './review.module.css'

/** Who did what and when, the latest first. */
export const ReviewTimeline = ({ id, name, entries }: { id: number; name: string; entries: readonly TimelineEntry[] }) => (
  <section className={css.panel} aria-labelledby="review-timeline">
    <h2 id="review-timeline">办理过程</h2>
    <Timeline
      entries={entries.toReversed().map((e) => ({
        at: localTime(e.at),
        who: e.who,
        tone: toneOfMove(e.action),
        title: e.revoked ? `${e.actionName}（已撤回）` : e.actionName,
        text: [e.opinion, e.ground].filter(Boolean).join('\n') || null,
      }))}
    />
    <p data-print="hide">
      <ToldButton kind="declaration" id={id} name={name} />
    </p>
  </section>
)
