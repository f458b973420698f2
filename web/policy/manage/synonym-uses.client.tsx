import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { synonyms, type SynonymGroup } from '../../../contract/policy/search-desk.ts'
import { call } from '../../api.ts'
import { ErrorState } from '../../kit/table/table-states.tsx'

/** Where the words of a group occur. */
export function SynonymUses({ group, onClose }: { group: SynonymGroup; onClose(): void }) {
  const read = useQuery({
    queryKey: ['synonym-uses', group.id, group.version],
    queryFn: () => call(synonyms.usedBy, { query: { id: group.id } }, { silent: true }),
    retry: false,
  })
  return (
    <Modal open title={`用到“${group.words[0]}”这一组的地方`} footer={null} onCancel={onClose} width={640}>
      {read.isError ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : !read.data ? (
        <p role="status">正在读取…</p>
      ) : (
        <>
          <p>
            {read.data.policies} 项已发布的政策里有这些词
            {read.data.policies > read.data.titles.length ? `，最新的 ${read.data.titles.length} 项：` : read.data.policies > 0 ? '：' : ''}
          </p>
          <ul>
            {read.data.titles.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
          <p style={{ marginTop: 12 }}>
            {read.data.questions.length > 0 ? `靠这一组理解的样例问题：${read.data.questions.join('；')}` : '样例问题里没有靠这一组理解的'}
          </p>
        </>
      )}
    </Modal>
  )
}
