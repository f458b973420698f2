import { Button } from 'antd'
import type { Failure } from '../../kit/failure.ts'
import { Refusal } from '../../kit/form/refusal.tsx'

/** Why a decision or a sending back was refused; the input stays. A changed record can be reloaded. */
export const DecisionFailure = ({ failure, onReload }: { failure: Failure; onReload: () => void }) => (
  <Refusal
    failure={failure}
    description={
      <>
        {failure.fields.map((f) => `${f.message}；`).join('')}已填写的内容没有丢失。
        {failure.traceId && (
          <>
            追踪号 <code>{failure.traceId}</code>
          </>
        )}
      </>
    }
    action={
      failure.code === 'CONFLICT' || failure.code === 'NOT_FOUND' ? (
        <Button size="small" onClick={onReload}>
          重新载入
        </Button>
      ) : undefined
    }
  />
)
