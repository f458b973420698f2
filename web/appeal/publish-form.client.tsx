import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { appealCases, PublishAppeal } from '../../contract/appeal/cases.ts'
import type { AppealDetail } from '../../contract/appeal.ts'
import { APPEAL_CONTENT_MAX, APPEAL_TITLE_MAX } from '../../contract/appeal/states.ts'
import { call } from '../api.ts'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'

const schema = PublishAppeal.omit({ id: true })
const fields = formFields(
  schema,
  { key: 'title', label: '公开的标题', maxLength: APPEAL_TITLE_MAX },
  {
    key: 'question',
    label: '公开的诉求',
    kind: 'longText',
    maxLength: APPEAL_CONTENT_MAX,
    hint: '已去掉能认出的企业名、人名和号码，请再核对一遍',
  },
  { key: 'answer', label: '公开的答复', kind: 'longText', maxLength: APPEAL_CONTENT_MAX },
)

/** The public version of an appeal: the machine proposes it, a person confirms it. */
export function PublishForm({
  appeal: a,
  onDone,
  onClose,
}: {
  appeal: AppealDetail
  onDone(words: string): Promise<unknown>
  onClose(): void
}) {
  const found = useQuery({
    queryKey: ['appeal', 'publish', a.id],
    queryFn: () => call(appealCases.proposal, { query: { id: a.id } }, { silent: true }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <p role="status">正在加载…</p>
  const { published, ...initial } = found.data
  return (
    <RecordForm
      schema={schema}
      fields={fields}
      initial={initial}
      submitText={published ? '保存公开内容' : '公开'}
      draft={{ key: `appealPublish:${a.id}` }}
      onCancel={onClose}
      extra={
        published && (
          <Button
            danger
            onClick={() => {
              // The shared client shows the error.
              void call(appealCases.unpublish, { body: { id: a.id } }).then(
                () => onDone('已取消公开'),
                () => {},
              )
            }}
          >
            取消公开
          </Button>
        )
      }
      onSubmit={async (words) => {
        await call(appealCases.publish, { body: { id: a.id, ...words } }, { silent: true })
        await onDone('已公开')
      }}
    />
  )
}
