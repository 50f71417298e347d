/**
 * Calls of earlier editions beside what they are called now, `POST /api/{entity}/{id}/{transition}`: both are answered
 * alike, for good.
 */
export const formerCalls = {
  '/api/affiliateSite/:id/refuse': '/api/affiliateSite/:id/decline',
  '/api/promoCode/:id/refuse': '/api/promoCode/:id/decline',
  '/api/application/:id/refuse': '/api/application/:id/decline',
  '/api/payment/affiliate/:id/hold': '/api/affiliate/:id/hold',
  '/api/payment/affiliate/:id/release': '/api/affiliate/:id/release',
  '/api/payment/partner/:id/hold': '/api/partner/:id/hold',
  '/api/payment/partner/:id/release': '/api/partner/:id/release',
  '/api/payment/request/:id/decline': '/api/paymentRequest/:id/decline',
  '/api/risk/finding/:id/release': '/api/riskFinding/:id/release',
  '/api/risk/finding/:id/revoke': '/api/riskFinding/:id/revoke',
  '/api/risk/exemption/:id/end': '/api/riskExemption/:id/end',
} as const satisfies Readonly<Record<string, `/api/${string}/:id/${string}`>>
