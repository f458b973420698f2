import { account } from '../../contract/account.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { bindMobile, mobileOf, sendOldCode } from './mobile.ts'

/** What somebody keeps of their own account. */
export function joinAccount(k: Kernel): void {
  implement(k, 'account', account, {
    mobile: ({ actor }) => mobileOf(k, actor),
    sendOldCode: ({ call, actor }) => sendOldCode(k, call, actor),
    bindMobile: ({ body, call, actor }) => bindMobile(k, call, actor, body),
  })
}
