import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import type { RightsEffect } from '../../../contract/identity/rights-effect.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { RightsEffectView } from './rights-effect.tsx'

interface Props {
  /** identifies the present input; when it changes, the shown effect disappears */
  of: string
  ask(): Promise<RightsEffect>
  /** shows the effect in a window of its own, for a button that stands in the bar of a long form */
  inWindow?: boolean
}

/** Shows the effect of a change on request. */
export function PreviewRights({ of, ask, inWindow = false }: Props) {
  const [found, setFound] = useState<{ of: string; effect: RightsEffect } | null>(null)
  const { busy, failure, run } = useSubmit(async () => setFound({ of, effect: await ask() }))
  return (
    <>
      <Button loading={busy} onClick={() => void run()}>
        预览影响
      </Button>
      {failure && <Alert type="error" showIcon title={failure.message} />}
      {found?.of === of && !inWindow && <RightsEffectView effect={found.effect} />}
      {found?.of === of && inWindow && (
        <Modal open title="保存后的影响" footer={null} width={720} onCancel={() => setFound(null)}>
          <RightsEffectView effect={found.effect} />
        </Modal>
      )}
    </>
  )
}
