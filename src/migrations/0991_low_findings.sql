-- Findings of low severity never hold pay (docs/decisions/risk.md); the daily job ends the holds that stood for them alone.
update risk_finding set effect = 'none' where severity = 'low' and effect = 'hold' and state = 'open';
