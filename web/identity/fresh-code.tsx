import { lazy, Suspense, useEffect, useState } from 'react'
import type { KeyQuestion } from '../../contract/security-keys.ts'
import { sessionWire } from '../../contract/session-wire.ts'
import { get, post } from '../../contract/wire.ts'
import { call } from '../api.ts'
import { ProofDialog } from './proof-dialog.tsx'

const KeyButton = lazy(() => import('./key-button.tsx'))
const listKeys = get('/sys/webauthn/list')
const askKey = post('/sys/webauthn/ask')
const confirmKey = post('/sys/webauthn/confirm')
const FIELD = { name: 'code', label: '动态验证码', inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 24 } as const

/** Asks for a code before access to rights or personal data (ADR 0710). */
export default function FreshCodeDialog({ onClose }: { onClose(given: boolean): void }) {
  const [hasKeys, setHasKeys] = useState(false)
  useEffect(() => {
    const found = (answer: unknown) => setHasKeys((answer as { list: unknown[] }).list.length > 0)
    // Without an answer the code remains.
    call(listKeys, {}, { silent: true }).then(found, () => undefined)
  }, [])
  return (
    <ProofDialog
      why="这项操作涉及权限或完整的个人信息。距上次输入动态验证码已超过十分钟，请再输入一次，随后继续，填写的内容都还在。"
      field={FIELD}
      onProve={(typed) => call(sessionWire.confirmFactor, { body: { code: typed.trim() } }, { silent: true })}
      onClose={onClose}
    >
      {hasKeys && (
        <Suspense fallback={null}>
          <KeyButton
            onAsk={async () => (await call(askKey, { body: {} }, { silent: true })) as KeyQuestion}
            onAnswer={async (answer) => {
              await call(confirmKey, { body: { answer } }, { silent: true })
              onClose(true)
            }}
          />
        </Suspense>
      )}
    </ProofDialog>
  )
}
