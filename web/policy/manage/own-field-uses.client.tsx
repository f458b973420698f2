import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { ownFields, type OwnField } from '../../../contract/matching/own-fields.ts'
import { call } from '../../api.ts'
import { localMinute } from '../../kit/date/local-time.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'

const list = (name: string, of: readonly string[]) => (of.length ? `${name}：${of.join('、')}` : null)

/** Where a field is used, and all its versions that were in use. */
export function OwnFieldUsesDialog({ field, onClose }: { field: OwnField; onClose(): void }) {
  const read = useQuery({
    queryKey: ['own-field-uses', field.id, field.version],
    queryFn: async () => {
      const asked = { query: { id: field.id } }
      const [uses, versions] = await Promise.all([
        call(ownFields.usedBy, asked, { silent: true }),
        call(ownFields.versions, asked, { silent: true }),
      ])
      return { uses, versions }
    },
    retry: false,
  })
  return (
    <Modal open title={`“${field.label}”用在哪里`} footer={null} onCancel={onClose} width={640}>
      {read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <p role="status">正在读取…</p>
      ) : (
        <>
          {[
            list('政策', read.data.uses.policies),
            list('企业标签', read.data.uses.tags),
            list('其他自定义信息', read.data.uses.fields),
            `${read.data.uses.companies} 家企业的档案里有它`,
          ].flatMap((line) => (line ? [<p key={line}>{line}</p>] : []))}
          <h3 style={{ marginTop: 16 }}>生效过的版本</h3>
          {read.data.versions.length === 0 ? (
            <p className="meta">还没有</p>
          ) : (
            <ol>
              {read.data.versions.map(({ no, definition, madeByName, passedByName, at }) => (
                <li key={no}>
                  第 {no} 版“{definition.label}”，<span className="num">{localMinute(at)}</span>，{madeByName ?? '—'} 提交
                  {passedByName ? `，${passedByName} 通过` : ''}
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </Modal>
  )
}
