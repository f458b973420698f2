import { Alert, Button } from 'antd'
import { savedText } from './draft.ts'

/** What an earlier visit left unsent, to go on with or to throw away. */
export function FoundDraft({ savedAt, onTake, onDrop }: { savedAt: number; onTake(): void; onDrop(): void }) {
  return (
    <Alert
      type="info"
      style={{ marginBottom: 16 }}
      title={`有上次未提交的内容（${savedText(savedAt)}）`}
      action={
        <>
          <Button type="link" size="small" onClick={onTake}>
            继续填写
          </Button>
          <Button type="link" size="small" onClick={onDrop}>
            丢弃
          </Button>
        </>
      }
    />
  )
}
