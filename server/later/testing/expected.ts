import type { Expected } from '../../kernel/testing/domain-expectations.ts'

const calls = (kind: string, names: readonly string[]) =>
  names.map((name) => `${name === 'list' ? 'GET' : 'POST'} /sys/later/${kind}/${name}`)
const all = ['list', 'save', 'delete', 'cancel']
const noDeletion = ['list', 'save', 'cancel']

export const expected: Expected = {
  calls: {
    sysadmin: [...calls('link', all), ...calls('dictType', noDeletion), ...calls('dictValue', noDeletion)],
    operator: calls('basicData', all),
  },
}
