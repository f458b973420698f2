import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { findingKinds } from '../../contract/content/states.ts'
import { news, type NewsFinding, type NewsItem } from '../../contract/content/news.ts'
import { call } from '../api.ts'
import { WordsDialog } from '../kit/dialog/words-dialog.tsx'
import { toast } from '../toast.ts'
import styles from './content.module.css'

/**
 * Submits an article for review, or publishes it. Each finding of the check must be confirmed; telephone and identity numbers and dead
 * links also need an explanation.
 */
export function PublishDialog({ item, onClose, onDone }: { item: NewsItem; onClose(): void; onDone(): Promise<unknown> }) {
  const found = useQuery({
    queryKey: ['content', 'check', item.id],
    queryFn: () => call(news.check, { query: { id: item.id } }),
    gcTime: 0,
  })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const open = (found.data?.findings ?? []).filter((f) => !f.done)
  const sends = found.data?.review === true && item.standing?.allowed.includes('submit')
  const name = sends ? '送审' : '发布'
  if (!found.data) return null
  return (
    <WordsDialog
      title={`${name}“${item.title}”`}
      draft={`news-publish:${item.id}`}
      note={<Findings open={open} ticked={ticked} onChange={setTicked} />}
      label={open.some((f) => f.answer) ? '为什么保留电话、身份证号或打不开的链接' : '说明（可以不填）'}
      empty={open.some((f) => f.answer) ? '请说明为什么保留' : undefined}
      maxLength={300}
      okText={name}
      effect={sends ? '送审后由另一人审核，通过后公开。' : '发布后任何人都能看到。'}
      missing={() => (open.every((f) => ticked.has(f.key)) ? null : '请逐项确认检查发现的内容')}
      onClose={onClose}
      onSend={async (answer) => {
        await call(
          news.publish,
          { body: { id: item.id, version: item.standing?.version, confirmed: [...ticked].join(','), answer } },
          { silent: true },
        )
        toast.success(`已${name}`)
        await onDone()
      }}
    />
  )
}

function Findings({
  open,
  ticked,
  onChange,
}: {
  open: readonly NewsFinding[]
  ticked: ReadonlySet<string>
  onChange(ticked: ReadonlySet<string>): void
}) {
  if (open.length === 0) return <p className="meta">检查没有发现需要确认的内容。</p>
  return (
    <ul className={styles.named} aria-label="检查发现">
      {open.map((f) => (
        <li key={f.key}>
          <Checkbox
            checked={ticked.has(f.key)}
            onChange={(e) => onChange(new Set(e.target.checked ? [...ticked, f.key] : [...ticked].filter((key) => key !== f.key)))}
          >
            {findingKinds[f.kind].label}：{f.message}
          </Checkbox>
          <div className="meta">
            {f.field}：{f.place}
          </div>
        </li>
      ))}
    </ul>
  )
}
