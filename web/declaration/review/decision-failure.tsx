import { Alert, Button } from 'antd'
import type { Failure } from '../../kit/failure.ts'

/** Why a decision was refused; the input stays. A changed record can be reloaded. */
export const DecisionFailure = ({ failure, onReload }: { failure: Failure; onReload: () => void }) => (
  <Alert
    type="error"
    role="alert"
    style={{ margin: '12px 0' }}
    title={failure.message}
    description={
      failure.traceId ? (
        <>
          已填写的内容没有丢失。追踪号 <code>{failure.traceId}</code>
        </>
      ) : (
        '已填写的内容没有丢失。'
      )
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
