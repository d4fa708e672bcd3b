"""The parameters of an arm in which its dynamics are linear, and which of them torques show."""
