import type { Data } from '../../../contract/endpoint.ts'
import { saidFacts } from '../../../contract/matching/said-facts.ts'
import type { Services } from '../../context.ts'
import { listIn } from '../../shell/address.ts'

/** The facts that the words in an address state, and their meaning for the policies of a page; null without words. */
export async function saidIn(
  call: Services['call'],
  url: string,
  words: string | undefined,
  policyIds: number[],
): Promise<Data<typeof saidFacts.read> | null> {
  if (!words?.trim()) return null
  return call(saidFacts.read, { body: { words, without: listIn(new URL(url).searchParams, 'without'), policyIds } })
}
