/** The used part of autocannon, which has no types. */
declare module 'autocannon' {
  namespace autocannon {
    interface Request {
      method: 'GET'
      path: string
      headers: Record<string, string>
    }
    interface Client {
      setRequests(requests: Request[]): void
    }
    interface Result {
      non2xx: number
      errors: number
      requests: { average: number }
      latency: { p97_5: number }
    }
    interface Options {
      url: string
      connections: number
      duration: number
      overallRate?: number
      setupClient(client: Client): void
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>
  export default autocannon
}
