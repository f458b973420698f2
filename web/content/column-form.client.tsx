import { newsColumn, SaveColumn, type NewsColumn } from '../../contract/content/columns.ts'
import { call } from '../api.ts'
import { FormModal } from '../kit/dialog/form-modal.tsx'
import { formFields, RecordForm } from '../kit/form/record-form.tsx'
import { toast } from '../toast.ts'
import { columnOptions, columnOwners } from './news-words.tsx'

const form = formFields(
  SaveColumn,
  { key: 'name', label: '名称', maxLength: 20 },
  { key: 'parentId', label: '上级栏目', kind: 'select', options: columnOptions, hint: '最多三级；不选就是一级栏目' },
  { key: 'summary', label: '说明', maxLength: 100 },
  { key: 'freshDays', label: '更新期限', kind: 'number', unit: '天', hint: '超过这些天没有新内容会提醒能管理资讯的人；不填则不提醒' },
  { key: 'ownerId', label: '负责人', kind: 'select', options: columnOwners, hint: '新栏目不选就是本人；换成别人时对方会收到消息' },
)

/** Adds or changes a column. */
export function ColumnForm({ column, onClose, onDone }: { column: NewsColumn | null; onClose(): void; onDone(): Promise<unknown> }) {
  return (
    <FormModal open title={column ? '编辑栏目' : '新增栏目'} onClose={onClose} width={560}>
      <RecordForm
        schema={SaveColumn}
        fields={form}
        draft={column ? undefined : { key: 'newsColumn:new' }}
        initial={
          column
            ? {
                id: column.id,
                version: column.standing?.version,
                parentId: column.parentId,
                name: column.name,
                summary: column.summary,
                freshDays: column.standing?.freshDays ?? null,
                ownerId: column.standing?.ownerId ?? null,
              }
            : { freshDays: 30 }
        }
        onCancel={onClose}
        onSubmit={async (values) => {
          await call(column ? newsColumn.modify : newsColumn.add, { body: values }, { silent: true })
          toast.success(column ? '已保存' : '已新增，发布后可见')
          onClose()
          await onDone()
        }}
      />
    </FormModal>
  )
}
