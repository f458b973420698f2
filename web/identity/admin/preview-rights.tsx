import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { RightsEffect } from '../../../contract/identity/rights-effect.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { RightsEffectView } from './rights-effect.tsx'

/** Shows the effect of a change on request. `of` identifies the present input; when it changes, the shown effect disappears. */
export function PreviewRights({ of, ask }: { of: string; ask(): Promise<RightsEffect> }) {
  const [found, setFound] = useState<{ of: string; effect: RightsEffect } | null>(null)
  const { busy, failure, run } = useSubmit(async () => setFound({ of, effect: await ask() }))
  return (
    <>
      <Button loading={busy} onClick={() => void run()}>
        预览影响
      </Button>
      {failure && <Alert type="error" showIcon title={failure.message} />}
      {found?.of === of && <RightsEffectView effect={found.effect} />}
    </>
  )
}
