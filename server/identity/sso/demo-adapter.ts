import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Kernel } from '../../kernel/kernel.ts'

/** Stores the demo identity provider's data in our database. */
export const databaseAdapter =
  (k: Kernel) =>
  (model: string): Adapter => {
    const rows = () => k.db.selectFrom('oidc_record').select(['payload', 'consumed_at', 'expires_at']).where('model', '=', model)
    const one = async (query: ReturnType<typeof rows>): Promise<AdapterPayload | undefined> => {
      const row = await query.executeTakeFirst()
      if (!row || (row.expires_at && Date.parse(row.expires_at) <= Date.now())) return undefined
      return { ...row.payload, ...(row.consumed_at ? { consumed: Math.floor(Date.parse(row.consumed_at) / 1000) } : {}) }
    }
    return {
      upsert: async (id, payload, expiresIn) => {
        const values = {
          payload: JSON.stringify(payload),
          uid: payload.uid ?? null,
          grant_id: payload.grantId ?? null,
          expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
        }
        await k.db
          .insertInto('oidc_record')
          .values({ model, id, ...values })
          .onConflict((c) => c.columns(['model', 'id']).doUpdateSet(values))
          .execute()
      },
      find: (id) => one(rows().where('id', '=', id)),
      findByUid: (uid) => one(rows().where('uid', '=', uid)),
      findByUserCode: () => Promise.resolve(undefined),
      consume: async (id) => {
        await k.db.updateTable('oidc_record').set({ consumed_at: new Date() }).where('model', '=', model).where('id', '=', id).execute()
      },
      destroy: async (id) => {
        await k.db.deleteFrom('oidc_record').where('model', '=', model).where('id', '=', id).execute()
      },
      revokeByGrantId: async (grantId) => {
        await k.db.deleteFrom('oidc_record').where('grant_id', '=', grantId).execute()
      },
    }
  }
