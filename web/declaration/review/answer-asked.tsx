import { useQuery } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import { opinions } from '../../../contract/declaration/process.ts'
import { call } from '../../api.ts'
import { useRefreshList } from '../../kit/table/use-list.ts'
import { AnswerOpinion } from '../manage/answer-opinion.tsx'

/** Answers, from the list, what this reader or their department was asked about a declaration. */
export default function AnswerAsked({ list, id, onClose }: { list: string; id: number; onClose: () => void }) {
  const refresh = useRefreshList(list)
  const found = useQuery({
    queryKey: ['declaration', 'opinions', id, 'open'],
    queryFn: () => call(opinions.list, { query: { declarationId: id, open: 'true', page: 1, pageSize: 50 } }),
    gcTime: 0,
    retry: false,
  })
  const mine = found.data?.list.find((o) => o.mayAnswer)
  const close = (done: boolean) => {
    onClose()
    if (done || !mine) void refresh()
  }
  if (mine) return <AnswerOpinion o={mine} onClose={close} />
  return (
    <Modal title="答复意见" open onCancel={() => close(false)} footer={null} loading={found.isPending}>
      <Alert
        type={found.isError ? 'error' : 'info'}
        role="alert"
        title={found.isError ? '未能读取征求的意见，请稍后再试' : '该意见已答复或已撤回'}
      />
    </Modal>
  )
}
