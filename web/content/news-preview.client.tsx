import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Segmented } from 'antd'
import { useState } from 'react'
import { news, type NewsItem } from '../../contract/content/news.ts'
import { call } from '../api.ts'
import { ReviewDialog } from '../kit/dialog/review-dialog.tsx'
import { RichTextView } from '../kit/rich-text/rich-text-view.tsx'
import { Timeline } from '../kit/timeline.tsx'
import { toast } from '../toast.ts'
import styles from './content.module.css'

const moves = {
  approve: { label: '通过', effect: '通过后公开；设了定时的到点公开。' },
  reject: { label: '不通过', danger: true, reason: '审核意见', effect: '退回给作者修改。' },
} as const

/** An article as its readers will see it, on a wide screen and on a phone; a reviewer decides here. */
export function NewsPreview({
  item,
  review,
  onClose,
  onDone,
}: {
  item: NewsItem
  review: boolean
  onClose(): void
  onDone(): Promise<unknown>
}) {
  const [phone, setPhone] = useState(false)
  const [deciding, setDeciding] = useState(false)
  const found = useQuery({
    queryKey: ['content', 'preview', item.id],
    queryFn: async () => ({
      one: await call(news.preview, { query: { id: item.id } }),
      steps: await call(news.steps, { query: { id: item.id } }),
    }),
    gcTime: 0,
  })
  const one = found.data?.one
  return (
    <Drawer
      open
      title="预览"
      size={900}
      onClose={onClose}
      extra={
        review && (
          <Button type="primary" disabled={!one} onClick={() => setDeciding(true)}>
            审核
          </Button>
        )
      }
    >
      <Segmented
        aria-label="预览宽度"
        value={phone ? 'phone' : 'wide'}
        onChange={(value) => setPhone(value === 'phone')}
        options={[
          { value: 'wide', label: '电脑' },
          { value: 'phone', label: '手机' },
        ]}
      />
      {one && (
        <article className={styles.preview} style={phone ? { maxWidth: 375 } : {}}>
          <h2>{one.title}</h2>
          <p className="meta">{[one.columnName, one.source, one.author].filter(Boolean).join(' · ')}</p>
          {one.summary && <p>{one.summary}</p>}
          <RichTextView html={one.content} />
          {one.policies.length > 0 && <p>涉及的政策：{one.policies.map((p) => p.title).join('、')}</p>}
        </article>
      )}
      {found.data && (
        <Timeline
          entries={found.data.steps.map((s) => ({
            at: s.at,
            who: s.by,
            tone: s.move === 'reject' ? 'back' : 'done',
            title: s.name,
            text: s.reason,
          }))}
        />
      )}
      {deciding && one?.standing && (
        <ReviewDialog
          open
          draft={`news-review:${item.id}`}
          title={`审核“${one.title}”`}
          allowed={one.standing.allowed}
          moves={moves}
          onClose={() => setDeciding(false)}
          onDecide={async (move, opinion) => {
            await call(
              news.review,
              { body: { id: item.id, version: one.standing!.version, pass: move === 'approve', opinion } },
              { silent: true },
            )
            toast.success(move === 'approve' ? '已通过' : '已退回')
            onClose()
            await onDone()
          }}
        />
      )}
    </Drawer>
  )
}
