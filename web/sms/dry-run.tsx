import type { SmsDryRun } from '../../contract/sms/sends.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { Facts } from './facts.tsx'
import css from './sms.module.css'

/** The result of a dry run for author and reviewer: messages to send, skipped rows by reason, cost, and the longest texts. */
export function DryRunFacts({ found: f }: { found: SmsDryRun }) {
  const facts = [
    ['收件人', `${f.rows} 个`],
    ['将发送', `${f.toSend} 条短信`],
    ['跳过', f.skipped.length === 0 ? '没有' : f.skipped.map(({ reason, count }) => `${reason} ${count}`).join('；')],
    ['计费条数', `${f.segments} 条`],
    ['费用约', `${(f.cost / 100).toFixed(2)} 元`],
    ['开始时间', `${localMinute(f.startTime)}${f.shifted ? '（夜间不发，已顺延）' : ''}`],
  ] as const
  return (
    <section aria-label="试算结果" className={css.stack}>
      <Facts facts={facts} />
      <p className={css.note}>最长的几条：</p>
      <ul className={css.texts}>
        {f.longest.map((one, n) => (
          // Several recipients may get the same text.
          <li key={`${n} ${one.text}`}>
            {one.text}
            <span className={css.note}>
              （{one.length} 字，计 {one.segments} 条）
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
