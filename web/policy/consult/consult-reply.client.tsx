import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { consult, ReplyConsult } from '../../../contract/policy/consult.ts'
import { call } from '../../api.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { readFailure } from '../../kit/failure.ts'
import type { ControlProps } from '../../kit/form/fields.ts'
import { FormModal } from '../../kit/dialog/form-modal.tsx'
import { RecordForm } from '../../kit/form/record-form.tsx'
import { ErrorState } from '../../kit/table/table-states.tsx'
import { toast } from '../../toast.ts'
import { CONSULT_WAITING, ConsultExchange } from './consult-exchange.tsx'
import { ConsultVerdict } from './consult-verdict.tsx'
import css from './consults.module.css'
import { PassOn } from './pass-on.tsx'
import { ReplyText } from '../reply-text.tsx'

const Reply = ReplyConsult.pick({ replyContent: true })

/**
 * The question with its answer, or the form to answer. When a colleague was faster, their answer is shown, and the unsent text stays for
 * copying.
 */
export default function ReplyDialog({
  id,
  mayAnswer,
  onClose,
  onChanged,
}: {
  id: number
  mayAnswer: boolean
  onClose(): void
  onChanged(): Promise<void>
}) {
  const query = useQuery({
    queryKey: ['consult', id],
    queryFn: () => call(consult.findById, { query: { id } }, { silent: true }),
    retry: false,
    staleTime: 0,
  })
  const row = query.data
  // One stable component per question: a new one would lose the cursor position.
  const ReplyControl = useCallback(
    (props: ControlProps) => <ReplyText {...props} policyId={row?.polInfoId ?? 0} about={id} />,
    [row?.polInfoId, id],
  )
  const waiting = row?.replyState === CONSULT_WAITING
  const [passing, setPassing] = useState(false)
  const [unsent, setUnsent] = useState<string | null>(null)

  const send = async ({ replyContent }: { replyContent: string }) => {
    try {
      await call(consult.reply, { body: { id, replyContent } }, { silent: true })
    } catch (error) {
      if (readFailure(error).code !== 'STATE') throw error
      setUnsent(replyContent)
      await Promise.all([onChanged(), query.refetch()])
      return
    }
    toast.success('回复成功')
    await Promise.all([onChanged(), query.refetch()])
    onClose()
  }
  return (
    <FormModal open title={waiting && mayAnswer ? '回复咨询' : '咨询详情'} width={640} onClose={onClose}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !row ? (
        <p role="status">正在加载…</p>
      ) : (
        <>
          <ConsultExchange row={row} />
          {mayAnswer && waiting && <ConsultVerdict id={id} />}
          {unsent !== null && (
            <div role="alert" className={css.unsent}>
              <p>该咨询已由他人回复，您的回复没有发送：</p>
              <p>{unsent}</p>
              <CopyButton text={unsent} />
            </div>
          )}
          {passing && (
            <PassOn
              id={id}
              onPassed={async () => {
                await onChanged()
                onClose()
              }}
              onClose={() => setPassing(false)}
            />
          )}
          {waiting && mayAnswer && unsent === null && !passing && (
            <p>
              <Button type="link" onClick={() => setPassing(true)}>
                转交同事答复
              </Button>
            </p>
          )}
          {waiting && mayAnswer && unsent === null ? (
            <RecordForm
              schema={Reply}
              draft={{ key: `consultReply:${id}` }}
              fields={[{ key: 'replyContent', label: '回复内容', as: ReplyControl }]}
              onSubmit={send}
              onCancel={onClose}
              submitText="发送回复"
            />
          ) : (
            <Button onClick={onClose}>关闭</Button>
          )}
        </>
      )}
    </FormModal>
  )
}
