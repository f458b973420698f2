// npm run -s endpoints: method, path, domain, access, encoding, built (TSV), printed from the handlers that the app registers
import { accessText } from '../contract/endpoint.ts'
import { describeApp } from '../server/app.ts'

for (const { method, path, domain, endpoint } of await describeApp()) {
  console.log([method, path, domain, accessText(endpoint.access), endpoint.as, 'built'].join('\t'))
}
