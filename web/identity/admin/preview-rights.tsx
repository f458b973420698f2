import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { RightsEffect } from '../../../contract/identity/rights-effect.ts'
import { useSubmit } from '../../kit/form/use-submit.ts'
import { RightsEffectView } from './rights-effect.tsx'

/** Asks what a change would do. An answer is of what was chosen when it was asked for; another choice takes it away. */
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
