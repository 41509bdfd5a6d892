"""Tests of a policy: does it keep the rules (`compliance`), and does it stay away from what it cannot know
(`asked_again`, `foresight`)?"""
