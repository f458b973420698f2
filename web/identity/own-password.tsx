import { sessionWire } from '../../contract/session-wire.ts'
import { call } from '../api.ts'
import { newChallenge } from '../kit/verify/challenge.ts'
import { seal } from './envelope.ts'
import { ProofDialog } from './proof-dialog.tsx'

const FIELD = { name: 'password', label: '登录密码', type: 'password', autoComplete: 'current-password', maxLength: 200 } as const

/** Asks for the password before what somebody at an open page of another person must not do (ADR 0981). */
export default function OwnPasswordDialog({ onClose }: { onClose(given: boolean): void }) {
  return (
    <ProofDialog
      why="这项操作关系到账号的安全。登录已超过十分钟，请再输入一次登录密码，随后继续，填写的内容都还在。"
      field={FIELD}
      onProve={async (typed) =>
        call(sessionWire.confirmPassword, { body: { password: await seal(await newChallenge(), typed) } }, { silent: true })
      }
      onClose={onClose}
    />
  )
}
