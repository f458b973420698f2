import type { Expected } from '../../kernel/testing/domain-expectations.ts'

const calls = (kind: string) =>
  ['list', 'save', 'delete', 'cancel'].map((name) => `${name === 'list' ? 'GET' : 'POST'} /sys/scheduled/${kind}/${name}`)

export const expected: Expected = {
  calls: {
    sysadmin: [...calls('link'), 'POST /sys/scheduled/link/move', ...calls('dictType'), ...calls('dictValue')],
    operator: calls('basicData'),
  },
}
