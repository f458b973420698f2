import { market } from '../../contract/market/dealing.ts'
import type { MarketKind } from '../../contract/market/states.ts'
import { call } from '../api.ts'
import { Labelled } from '../kit/form/labelled.tsx'
import { personalKeys } from '../session/personal.ts'
import { SendDialog } from '../shell/send-dialog.tsx'
import { toast } from '../toast.ts'
import { useKeptWords } from './use-kept-words.ts'

const EMPTY = { reason: '' }

/** Reports wrong information in an item. */
export function ReportDialog({ kind, id, title, onClose }: { kind: MarketKind; id: number; title: string; onClose(): void }) {
  const [{ reason }, setTyped, forget] = useKeptWords(personalKeys.market(`report:${kind}:${id}`), EMPTY)
  return (
    <SendDialog
      title={`举报：${title}`}
      okText="提交"
      onClose={onClose}
      onSend={async () => {
        await call(market.report, { body: { kind, id, reason } }, { silent: true })
        forget()
        toast.success('已收到举报，处理结果会通知您')
        onClose()
      }}
    >
      {({ faultAt, mended }) => (
        <Labelled label="哪里不属实" fault={faultAt('reason')}>
          {(aria) => (
            <textarea
              {...aria}
              className="field"
              rows={4}
              maxLength={300}
              value={reason}
              onChange={(e) => {
                setTyped({ reason: e.target.value })
                mended('reason')
              }}
            />
          )}
        </Labelled>
      )}
    </SendDialog>
  )
}
