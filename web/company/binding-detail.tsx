import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { binding, bindingStateLabels } from '../../contract/binding.ts'
import { call } from '../api.ts'
import { localMinute } from '../kit/date/local-time.ts'
import { ReviewDialog } from '../kit/dialog/review-dialog.tsx'
import { FileLink } from '../kit/upload/stored-file-view.tsx'
import { ErrorState } from '../kit/table/table-states.tsx'
import { toast } from '../toast.ts'

const moves = {
  approve: { label: '通过', effect: '通过后，该人员可切换为本企业的身份办事。' },
  refuse: {
    label: '不通过',
    danger: true,
    reason: true,
    phrases: ['证明材料不清晰，请重新上传', '证明材料与申请人不符', '未能向企业核实任职情况'],
  },
} as const

/** One binding with its evidence; a user who may examine it decides here. */
export function BindingDetail({ id, onClose, onDone }: { id: number | null; onClose(): void; onDone(): void }) {
  const [deciding, setDeciding] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['binding', id],
    queryFn: () => call(binding.findById, { query: { id: id! } }, { silent: true }),
    enabled: id !== null,
    retry: false,
  })
  const mayExamine = data?.allowed.includes('approve') ?? false
  return (
    <Drawer
      title="绑定申请"
      open={id !== null}
      onClose={onClose}
      size={560}
      destroyOnHidden
      footer={
        mayExamine && (
          <Button type="primary" onClick={() => setDeciding(true)}>
            审核
          </Button>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active />
      ) : (
        <>
          <Descriptions
            column={1}
            items={[
              { label: '企业', children: data.companyName },
              { label: '社会信用代码', children: data.code },
              { label: '申请人', children: data.userName },
              { label: '职务', children: data.position },
              { label: '申请时间', children: localMinute(data.createTime) },
              { label: '状态', children: bindingStateLabels[data.state] },
              ...(data.examineTime ? [{ label: '审核', children: `${data.examiner ?? ''} ${localMinute(data.examineTime)}` }] : []),
              ...(data.examineOpinion ? [{ label: '意见', children: data.examineOpinion }] : []),
            ].map((item, i) => ({ key: i, ...item }))}
          />
          <h3 style={{ margin: '16px 0 8px' }}>证明材料</h3>
          <ul>
            {data.proofFiles.map((f) => (
              <li key={f.filePath}>
                <FileLink filePath={f.filePath} name={f.fileName} />
              </li>
            ))}
          </ul>
        </>
      )}
      <ReviewDialog
        draft={`binding-review:${id}`}
        title="审核绑定申请"
        subject={data && `${data.userName}（${data.position}）申请绑定 ${data.companyName}`}
        open={deciding}
        allowed={data?.allowed ?? []}
        moves={moves}
        onClose={() => setDeciding(false)}
        onDecide={async (move, opinion) => {
          const body = { id: id!, version: data!.version, examineState: move === 'approve' ? 1 : 2, opinion } as const
          await call(binding.examine, { body }, { silent: true })
          toast.success(move === 'approve' ? '已通过' : '已审核为不通过')
          onDone()
          onClose()
        }}
      />
    </Drawer>
  )
}
