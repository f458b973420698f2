import { platformKeys } from '../../../contract/identity/platform-keys.ts'
import { askFreshFactor } from '../../kernel/access/fresh-factor.ts'
import { personalData } from '../../kernel/access/personal-data.ts'
import { hasSealedColumns } from '../../kernel/access/pii-rotation.ts'
import { implement } from '../../kernel/implement.ts'
import { recurring } from '../../kernel/jobs/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listKeys, renewKey, tidyUses, trySign } from './keys.ts'

/** 平台的签名密钥: the keys with which receivers check signed links (ADR 0771). */
export function joinPlatformKeys(k: Kernel): void {
  personalData(k, { table: 'platform_key', dealtBy: ['made_by'] })
  hasSealedColumns(k, { table: 'platform_key', id: 'id', columns: { secret: null } })
  recurring(k, { name: 'identity.platform-uses', title: '清理签名次数', cron: '20 3 * * *' }, () => tidyUses(k))
  implement(k, 'identity', platformKeys, {
    list: () => listKeys(k),
    renew: async ({ body, call, actor }) => {
      await askFreshFactor(k, actor)
      return renewKey(k, call, actor, body)
    },
    tryOut: ({ body }) => trySign(k, body.id),
  })
}
