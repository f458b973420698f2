import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { NEWS_FILES_MAX, NEWS_SUMMARY_MAX, NEWS_TITLE_MAX } from '../../contract/content/states.ts'
import { news, SaveNews } from '../../contract/content/news.ts'
import { call } from '../api.ts'
import { FormDrawer } from '../kit/dialog/form-drawer.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'
import { ArticleText } from './article-text.tsx'
import { FilesInput, PictureInput } from './inputs.tsx'
import { columnOptions } from './news-words.tsx'
import { PolicyPick } from './policy-pick.tsx'

const fields = formFields(
  SaveNews,
  { key: 'title', label: '标题', maxLength: NEWS_TITLE_MAX },
  { key: 'columnId', label: '栏目', kind: 'select', options: columnOptions, half: true },
  { key: 'source', label: '来源', maxLength: 60, half: true },
  { key: 'author', label: '作者', maxLength: 30, half: true },
  { key: 'summary', label: '摘要', kind: 'longText', maxLength: NEWS_SUMMARY_MAX, hint: '显示在列表和搜索结果里' },
  { key: 'content', label: '正文', as: ArticleText },
  { key: 'cover', label: '封面图片', as: PictureInput, hint: '建议 720 × 405 像素' },
  { key: 'coverAlt', label: '封面说明', maxLength: 120, hint: '读给看不见图片的人听' },
  { key: 'policyIds', label: '涉及的政策', as: PolicyPick, hint: '读者会看到这些政策对自己意味着什么' },
  { key: 'attachments', label: '附件', as: FilesInput, hint: `最多 ${NEWS_FILES_MAX} 个` },
  { key: 'publishAt', label: '定时发布', kind: 'dateTime', half: true, hint: '不填则审核通过后立即公开' },
  { key: 'takeDownAt', label: '定时下架', kind: 'dateTime', half: true },
)
const empty = { policyIds: [], attachments: [] }

const read = async (id: number) => {
  const item = await call(news.preview, { query: { id } })
  return {
    id,
    version: item.standing!.version,
    columnId: item.columnId,
    title: item.title,
    source: item.source,
    author: item.author,
    cover: item.cover,
    coverAlt: item.coverAlt,
    summary: item.summary,
    content: item.content,
    attachments: item.attachments.map(({ fileId, fileName }) => ({ fileId, fileName })),
    policyIds: item.policyIds,
    publishAt: item.standing!.publishAt,
    takeDownAt: item.standing!.takeDownAt,
  }
}

/** Writes an article; the input is kept as a draft. */
export function NewsForm({ id, onClose, onDone }: { id: number | null; onClose(): void; onDone(): Promise<unknown> }) {
  const found = useQuery({
    queryKey: ['content', 'form', id],
    queryFn: (): Promise<Partial<z.input<typeof SaveNews>>> => (id === null ? Promise.resolve(empty) : read(id)),
    gcTime: 0,
    staleTime: Infinity,
  })
  return (
    <FormDrawer open title={id === null ? '新增资讯' : '编辑资讯'} onClose={onClose} size={900}>
      {found.data && (
        <RecordForm
          schema={SaveNews}
          fields={fields}
          initial={found.data}
          draft={id === null ? { key: 'news:new' } : undefined}
          latest={id === null ? undefined : () => read(id)}
          onCancel={onClose}
          onSubmit={async (values) => {
            await call(id === null ? news.add : news.modify, { body: values }, { silent: true })
            toast.success('已保存，送审并通过后公开')
            onClose()
            await onDone()
          }}
        />
      )}
    </FormDrawer>
  )
}
