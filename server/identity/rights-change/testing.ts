import type { TestApp } from '../../kernel/testing/harness.ts'

/** What tests of rights ask and read; `app` is called when a test runs, because the application starts in `beforeAll`. */
export function officersDesk(app: () => TestApp) {
  const idOf = async (name: string) =>
    (await app().kernel.db.selectFrom('sys_user').select('id').where('user_name', '=', name).executeTakeFirstOrThrow()).id
  return {
    idOf,
    post: async (who: string, { path }: { path: string }, body: object) => (await app().as(who).post(path, body)).body,
    roleOf: async (code: string) =>
      (await app().kernel.db.selectFrom('role').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id,
    rolesOf: async (name: string): Promise<string[]> =>
      (
        await app()
          .kernel.db.selectFrom('user_role as ur')
          .innerJoin('role as r', 'r.id', 'ur.role_id')
          .where('ur.user_id', '=', await idOf(name))
          .select('r.code')
          .orderBy('r.code')
          .execute()
      ).map(({ code }) => code),
  }
}
