import { listMeta } from '../../shell/public/public-meta.ts'

/** Policies in the metadata of a page that lists them. */
export const policyListMeta = (
  args: Parameters<typeof listMeta>[0],
  description: string,
  list: readonly { id: number; policyTitle: string }[] = [],
) => listMeta(args, { description, rows: list.map((p) => ({ name: p.policyTitle, path: `/page/policyserverdetail?id=${p.id}` })) })
