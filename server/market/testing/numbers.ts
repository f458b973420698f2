import { blindIndex, sealPii } from '../../kernel/access/pii.ts'
import type { TestApp } from '../../kernel/testing/harness.ts'

/** Binds these numbers to these accounts: no code is asked for. */
export async function bindNumbers(t: TestApp, numbers: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, phone] of Object.entries(numbers))
    await t.kernel.db
      .updateTable('sys_user')
      .set({ mobile: sealPii(t.kernel, phone), mobile_index: blindIndex(t.kernel, phone) })
      .where('user_name', '=', name)
      .execute()
}
